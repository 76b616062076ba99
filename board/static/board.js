// Live updates: each message has the HTML of a part of the page, as the server draws it.
"use strict";
const tables = document.getElementById("tables");
const status_ = document.getElementById("status");
const show = (lost) => {
  status_.textContent = lost ? status_.dataset.lost : status_.dataset.live;
  status_.classList.toggle("lost", lost);
};
const replace = (old, html, into) => {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const part = holder.content.firstElementChild;
  const held = old && old.contains(document.activeElement) ? document.activeElement.href : "";
  if (old) old.replaceWith(part);
  else into.insertBefore(part, [...into.children].find((other) => other.id > part.id) || null);
  if (held) [...part.querySelectorAll("a")].find((link) => link.href === held)?.focus();
};
const drawn = {
  table: (message) => {
    const { id, html } = JSON.parse(message.data);
    if (tables.dataset.only && tables.dataset.only !== id) return;
    const old = document.getElementById(id);
    tables.querySelector(".empty")?.remove();
    if (html) replace(old, html, tables);
    else old?.remove();
  },
  beside: (message) => {
    const beside = document.getElementById("beside");
    if (beside) beside.innerHTML = JSON.parse(message.data).html;
  },
  quiet: () => {},
  message: () => {},
};
// The server speaks every 15 s. A network that went silent without a word looks like a quiet evening.
const SILENT_MS = 40000;
const REFUSED_MS = 5000;
let newest = "";
let stream;
let timer;
const later = (pause) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    show(true);
    connect();
  }, pause);
};
const connect = () => {
  stream?.close();
  const address = new URL(tables.dataset.live, location.href);
  if (newest) address.searchParams.set("since", newest);
  stream = new EventSource(address);
  for (const [kind, draw] of Object.entries(drawn)) {
    stream.addEventListener(kind, (message) => {
      newest = message.lastEventId || newest;
      later(SILENT_MS);
      draw(message);
    });
  }
  stream.addEventListener("open", () => {
    show(false);
    later(SILENT_MS);
  });
  stream.addEventListener("error", () => {
    show(true);
    if (stream.readyState === EventSource.CLOSED) later(REFUSED_MS);
  });
  later(SILENT_MS);
};
addEventListener("offline", () => show(true));
addEventListener("online", connect);
connect();
