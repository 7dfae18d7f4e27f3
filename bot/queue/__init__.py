"""The job queue of a store on a server: when and where a job runs (procrastinate). What a job does is handed in, and
what was sent is the outbox's to know, so that a job may be lost or run twice without harm."""
