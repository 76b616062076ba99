// Live updates: each message has the HTML of a part of the page, as the server draws it.
"use strict";
const tables = document.getElementById("tables");
const status_ = document.getElementById("status");
const show = (lost) => {
  status_.textContent = lost ? status_.dataset.lost : status_.dataset.live;
  status_.classList.toggle("lost", lost);
};
const stream = new EventSource(tables.dataset.live);
stream.addEventListener("open", () => show(false));
stream.addEventListener("error", () => {
  show(true);
  if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000);
});
const replace = (old, html, into) => {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const part = holder.content.firstElementChild;
  const held = old && old.contains(document.activeElement) ? document.activeElement.href : "";
  if (old) old.replaceWith(part);
  else into.insertBefore(part, [...into.children].find((other) => other.id > part.id) || null);
  if (held) [...part.querySelectorAll("a")].find((link) => link.href === held)?.focus();
};
stream.addEventListener("table", (message) => {
  const { id, html } = JSON.parse(message.data);
  if (tables.dataset.only && tables.dataset.only !== id) return;
  const old = document.getElementById(id);
  tables.querySelector(".empty")?.remove();
  if (html) replace(old, html, tables);
  else old?.remove();
});
stream.addEventListener("beside", (message) => {
  const beside = document.getElementById("beside");
  if (beside) beside.innerHTML = JSON.parse(message.data).html;
});
