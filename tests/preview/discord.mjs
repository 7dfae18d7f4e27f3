// Draws window.scene in Discord's look. The texts are read by discord-markdown-parser, which is not ours: what it takes
// for markup is what a reader would see as markup. It knows no lists, so a line's mark is read here.
import "@skyra/discord-components-core";
import { parse } from "discord-markdown-parser";
import "./discord.css";

const { typed, messages, modal, logo, time } = window.scene;
const [ROW, BUTTON, MENU, TEXT_INPUT, TEXT, GALLERY, SEPARATOR, CONTAINER] = [1, 2, 3, 4, 10, 12, 14, 17];
const LINK = 5;

const el = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => value != null && value !== false && made.setAttribute(key, value));
  made.append(...children);
  return made;
};

const inline = (nodes) => [].concat(nodes).map(written);

function written(node) {
  switch (node.type) {
    case "strong":
      return el("strong", {}, ...inline(node.content));
    case "em":
      return el("em", {}, ...inline(node.content));
    case "strikethrough":
      return el("s", {}, ...inline(node.content));
    case "underline":
      return el("u", {}, ...inline(node.content));
    case "inlineCode":
      return el("code", {}, node.content);
    case "link":
    case "url":
    case "autolink":
      return el("a", { href: node.target }, ...inline(node.content));
    case "timestamp":
      return el("discord-time", {}, new Date(Number(node.timestamp) * 1000).toUTCString());
    case "br":
      return el("br");
    case "text":
      return node.content;
    default: // whatever else it sees as markup is shown loudly: it must not be there
      return el("mark", {}, `${node.type}: ${JSON.stringify(node.content ?? node)}`);
  }
}

function line(text) {
  const item = /^(?:-|(\d+)\.) (.*)$/s.exec(text);
  if (item) return el("div", { class: "item" }, el("span", {}, item[1] ? `${item[1]}.` : "•"), el("div", {}, ...inline(parse(item[2], "extended"))));
  const [first, ...rest] = parse(text, "extended");
  if (first?.type === "heading" && !rest.length) return el(`h${first.level}`, {}, ...inline(first.content));
  if (first?.type === "subtext" && !rest.length) return el("small", {}, ...inline(first.content));
  return el("p", {}, ...inline([first, ...rest].filter(Boolean)));
}

function component(part) {
  switch (part.type) {
    case CONTAINER:
      return el("div", { class: "container" }, ...part.components.map(component));
    case TEXT:
      return el("div", { class: "text" }, ...part.content.split("\n").map(line));
    case SEPARATOR:
      return el("hr");
    case GALLERY:
      return el("p", {}, part.items.map((item) => item.description).join(", "));
    case ROW:
      return el("discord-action-row", {}, ...part.components.map(component));
    case BUTTON:
      return el("discord-button", { type: part.style === LINK ? "link" : "secondary", url: part.url }, part.label);
    case MENU: {
      const chosen = part.options.find((option) => option.default);
      return el("div", { class: "menu" }, chosen?.label ?? part.placeholder ?? "", el("span", {}, "⌄"));
    }
    case TEXT_INPUT:
      return el("div", { class: "input" }, part.value ?? el("i", {}, part.placeholder ?? ""));
    default:
      return el("mark", {}, `component ${part.type}`);
  }
}

const bot = (...children) =>
  el("discord-message", { author: "whatsnew", bot: true, avatar: logo, timestamp: time.slice(-5), "twenty-four": true, ephemeral: true }, ...children);

const conversation = () =>
  el(
    "discord-messages",
    {},
    el("discord-message", { author: "Ada", avatar: logo.replace("4a154b", "3ba55d"), timestamp: time.slice(-5), "twenty-four": true }, el("code", {}, typed)),
    ...messages.map((components) => bot(...components.map(component))),
  );

const dialog = () =>
  el(
    "div",
    { class: "modal" },
    el("header", {}, el("img", { src: logo }), el("h1", {}, modal.title)),
    ...modal.components.map((label) => el("label", {}, el("b", {}, label.label), component(label.component))),
    el("footer", {}, el("button", {}, "Cancel"), el("button", { class: "primary" }, "Submit")),
  );

document.getElementById("root").append(modal ? dialog() : conversation());
