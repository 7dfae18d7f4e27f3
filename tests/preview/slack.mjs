// Draws window.scene in Slack's look: what was typed, and the message or modal that is shown.
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { Message } from "slack-blocks-to-jsx";
import "slack-blocks-to-jsx/dist/style.css";
import "./slack.css";

const { typed, messages, modal, logo, time } = window.scene;

// The library draws no chosen option: it stands where the placeholder would.
const chosen = (block) =>
  block.element?.initial_option ? { ...block, element: { ...block.element, placeholder: block.element.initial_option.text } } : block;

const drawn = (blocks, wrapped) =>
  h(Message, { blocks: blocks.map(chosen), logo, name: "whatsnew", time: new Date(time), theme: "light", withoutWrapper: !wrapped });

const conversation = h(
  "div",
  { className: "channel" },
  h("div", { className: "typed" }, typed),
  ...messages.map((blocks, at) =>
    h("div", { className: "answer", key: at }, h("div", { className: "only" }, "Only visible to you"), drawn(blocks, true)),
  ),
);

const dialog =
  modal &&
  h(
    "div",
    { className: "modal" },
    h("header", null, h("img", { src: logo, alt: "" }), h("h1", null, modal.title.text)),
    h("div", { className: "fields" }, drawn(modal.blocks, false)),
    h("footer", null, h("button", null, modal.close.text), h("button", { className: "primary" }, modal.submit.text)),
  );

flushSync(() => createRoot(document.getElementById("root")).render(modal ? dialog : conversation));
