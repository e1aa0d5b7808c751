/* SPDX-License-Identifier: GPL-3.0-or-later
   The report as a page, of one program or of several. What is shown is a program, a question, a step of its path, and
   which questions are listed; the fragment of the address, #QUESTION.STEP from 1, or #PROGRAM:QUESTION.STEP where there
   are several, is the first three. Text from the report gets into the page as text only. */
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const programs = data.programs || [data];
const verdicts = ["False", "Maybe", "True"];
let report = programs[0];
const at = { program: null, answer: null, step: 0 };
const hidden = new Set();
const $ = id => document.getElementById(id);

function element(tag, text, className) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (className) e.className = className;
  return e;
}
function fill(id, items, make) {
  $(id).replaceChildren(...items.map(make));
  const section = $(id).closest("aside section");
  if (section) section.hidden = !items.length;
}
const placeText = p => p.file === null || p.file === undefined ? ""
  : report.files[p.file].name + (p.line ? ":" + p.line : "");

/* ---- the programs ---- */

const worst = answers => verdicts.map(v => answers.findIndex(a => a.verdict === v)).find(i => i >= 0) ?? null;
const rank = p => p.answers.length ? verdicts.indexOf(p.answers[worst(p.answers)].verdict) : verdicts.length;

function showPrograms() {
  $("programs").hidden = $("overview").hidden = programs.length < 2;
  $("programs").tBodies[0].replaceChildren(...programs.map((p, i) => {
    const row = element("tr");
    row.append(element("td", p.program), ...verdicts.map(v => {
      const count = p.answers.filter(a => a.verdict === v).length;
      return element("td", count ? count + " " + v : "", v);
    }));
    row.setAttribute("aria-selected", i === at.program);
    row.onclick = () => goProgram(i);
    return row;
  }));
}
function showModel() {
  const pictures = document.querySelectorAll("template.model");
  $("size").textContent = report.model || "";
  $("model").hidden = !report.model;
  if (!pictures.length) return;
  for (const old of $("model").querySelectorAll("svg")) old.remove();
  $("model").append(pictures[at.program].content.cloneNode(true));
}
function showProgram() {
  document.title = report.program + ": C Wolf";
  $("program").textContent = report.program;
  fill("assumptions", report.assumptions, t => element("li", t));
  fill("losses", report.losses, l => element("li", (placeText(l) ? placeText(l) + ": " : "") + l.text));
  fill("chosen", report.chosen, t => element("li", t));
  showModel();
  showCounts();
  showPrograms();
}
function chooseProgram(i) {
  if (i === at.program) return;
  Object.assign(at, { program: i, answer: null, step: 0 });
  report = programs[i];
  showProgram();
}
function goProgram(i, answer = worst(programs[i].answers), step = 0) {
  chooseProgram(i);
  showTable(false);
  go(answer, step);
}

/* Each question in each program: what is certain, possible, assumed. */
function showMatrix() {
  const names = [...new Set(programs.flatMap(p => p.answers.map(a => a.name)))];
  const head = element("tr");
  head.append(element("th", "question"), ...programs.map(p => element("th", p.program)));
  $("matrix").querySelector("thead").replaceChildren(head);
  $("matrix").querySelector("tbody").replaceChildren(...names.map(name => {
    const row = element("tr");
    row.append(element("td", name), ...programs.map((p, i) => {
      const k = p.answers.findIndex(a => a.name === name), a = p.answers[k];
      const cell = element("td", a ? a.verdict + ", " + a.certainty : "", a ? a.verdict : "");
      if (a) cell.onclick = () => goProgram(i, k);
      return cell;
    }));
    return row;
  }));
}
function showTable(is) {
  if (is) showMatrix();
  $("matrix").hidden = !is;
  document.querySelector("main").hidden = is;
  $("overview").setAttribute("aria-expanded", is);
}

/* ---- the questions ---- */

function listed() {
  const words = $("filter").value.toLowerCase();
  return report.answers.map((a, i) => i).filter(i => !hidden.has(report.answers[i].verdict) &&
    (report.answers[i].name + " " + placeText(report.answers[i])).toLowerCase().includes(words));
}
function showQuestions() {
  $("questions").tBodies[0].replaceChildren(...listed().map(i => {
    const a = report.answers[i], row = element("tr");
    row.append(element("td", a.verdict, a.verdict), element("td", a.certainty), element("td", a.name),
      element("td", placeText(a).split("/").pop()));
    row.setAttribute("aria-selected", i === at.answer);
    row.onclick = () => go(i);
    return row;
  }));
}
function showCounts() {
  fill("counts", verdicts.filter(v => report.answers.some(a => a.verdict === v)), v => {
    const b = element("button", report.answers.filter(a => a.verdict === v).length + " " + v, v);
    b.setAttribute("aria-pressed", !hidden.has(v));
    b.onclick = () => {
      if (!hidden.delete(v)) hidden.add(v);
      showCounts();
      showQuestions();
    };
    return b;
  });
}

/* ---- the source ---- */

/* What is shown of a file: its rows by line, built for one answer, and the row of the current step. */
const source = { answer: null, file: null, rows: new Map(), here: null, says: element("div", "", "says") };

/* A line as spans: what is meant in the current step is marked. */
function lineText(text, p) {
  if (text === null) return [element("span", "(a line that is too long to show)", "gap")];
  if (!p || !p.end) return [element("span", text + "\n")];
  return [element("span", text.slice(0, p.col - 1)), element("mark", text.slice(p.col - 1, p.end - 1)),
    element("span", text.slice(p.end - 1) + "\n")];
}
function fillRow(line, p) {
  const { row, text } = source.rows.get(line);
  row.classList.toggle("here", Boolean(p));
  row.replaceChildren(element("span", line, "number"), ...lineText(text, p));
}
function buildSource(a, file) {
  const onPath = new Set(a.path.filter(e => e.file === file).map(e => e.line)), rows = [];
  Object.assign(source, { answer: a, file, rows: new Map(), here: null });
  for (const part of file === null ? [] : report.files[file].parts) {
    if (rows.length || part.first > 1) rows.push(element("div", "\u22ef", "gap"));
    part.lines.forEach((text, k) => {
      const line = part.first + k, row = element("div", undefined, onPath.has(line) ? "on" : "");
      source.rows.set(line, { row, text });
      fillRow(line, null);
      rows.push(row);
    });
  }
  if (!rows.length)
    rows.push(element("div", file === null ? "this answer has no place in the source"
      : "the source was not found when the report was written", "gap"));
  $("source").replaceChildren(...rows);
}
/* Where the step is; one without a place stays where the path was. */
function placeOf(a, step) {
  for (let i = step; i >= 0; i--)
    if (a.path[i] && a.path[i].file !== null) return a.path[i];
  return a;
}
function showSource(a, step) {
  const p = placeOf(a, step);
  if (source.answer !== a || source.file !== p.file) buildSource(a, p.file);
  $("file").textContent = placeText(p);
  if (source.here) fillRow(source.here, null);
  source.says.remove();
  source.here = source.rows.has(p.line) ? p.line : null;
  if (!source.here) return;
  const row = source.rows.get(p.line).row;
  fillRow(p.line, p);
  source.says.textContent = stepText(a, step);
  if (a.path.length) row.after(source.says);
  bring($("source"), row);
}
/* Scrolls the box, and nothing around it, unless the element is well inside of what is seen. */
function bring(box, e) {
  if (!e) return;
  const y = e.getBoundingClientRect().top - box.getBoundingClientRect().top, height = box.clientHeight;
  if (y < height / 10 || y > height * 8 / 10) box.scrollTop += y - height / 3;
}

/* ---- the path ---- */

const eventText = e => [e.text, e.label === null ? null : "label " + e.label].filter(Boolean).join("; ");
const stepText = (a, step) => a.path.length ? "(" + (step + 1) + ") " + eventText(a.path[step]) : "";

const steps = { answer: null, items: [], current: null };

function buildSteps(a) {
  const items = [];
  Object.assign(steps, { answer: a, items: [], current: null });
  a.path.forEach((e, i) => {
    if (e.function && (!i || a.path[i - 1].function !== e.function))
      items.push(element("li", e.function, "function"));
    const item = element("li", eventText(e), e.minor ? "minor" : "");
    item.dataset.number = i + 1;
    item.onclick = () => go(at.answer, i);
    steps.items.push(item);
    items.push(item);
  });
  fill("steps", items, i => i);
}
function showSteps(a, step) {
  if (steps.answer !== a) buildSteps(a);
  if (steps.current) steps.current.removeAttribute("aria-current");
  steps.current = steps.items[step];
  if (steps.current) steps.current.setAttribute("aria-current", "step");
  $("stepper").hidden = !a.path.length;
  $("position").textContent = "step " + (step + 1) + " of " + a.path.length;
  $("first").disabled = $("previous").disabled = step === 0;
  $("next").disabled = $("last").disabled = step >= a.path.length - 1;
  bring($("steps"), steps.current);
}
/* What the text of an event says about a value: "'n > 3' is false", "input: getchar gives 120". */
function mentioned(e) {
  const m = /'([^']+)' (?:is|gives) (.+)$/.exec(e.text) || /^(?:input: )?([\w.]+) gives (.+)$/.exec(e.text);
  return m ? { what: m[1], value: m[2] } : null;
}
function showValues(a, step) {
  const known = new Map();
  a.path.slice(0, step + 1).forEach((e, i) => {
    const m = mentioned(e);
    if (m) known.delete(m.what), known.set(m.what, { value: m.value, isNew: i === step });
  });
  fill("values", [...known].reverse(), ([what, v]) => {
    const row = element("tr", undefined, v.isNew ? "new" : "");
    row.append(element("td", what), element("td", v.value));
    return row;
  });
}

/* ---- one answer ---- */

function show() {
  const a = report.answers[at.answer];
  $("verdict").textContent = a.verdict;
  $("verdict").className = a.verdict;
  $("name").textContent = a.name;
  $("message").textContent = a.message || "";
  fill("hints", [...(a.trace ? ["what tells them apart: " + a.trace] : []),
    ...(a.holds ? ["what does hold: " + a.holds] : []), ...a.hints], h => element("li", h));
  showSteps(a, at.step);
  showSource(a, at.step);
  showValues(a, at.step);
}
function go(answer, step = 0) {
  if (answer === null) return;
  const count = report.answers[answer].path.length;
  const isOther = answer !== at.answer;
  at.answer = answer;
  at.step = Math.max(0, Math.min(step, count - 1));
  history.replaceState(null, "", "#" + (programs.length > 1 ? (at.program + 1) + ":" : "") +
    (at.answer + 1) + "." + (at.step + 1));
  if (isOther) showQuestions();
  show();
  if (isOther) bring(document.querySelector("nav"), $("questions").querySelector("[aria-selected=true]"));
}
function goQuestion(by) {
  const shown = listed(), i = shown.indexOf(at.answer);
  const next = shown[i < 0 ? 0 : i + by];
  if (next !== undefined) go(next);
}
const move = by => go(at.answer, at.step + by);
const actions = {
  n: () => move(1), ArrowRight: () => move(1), p: () => move(-1), ArrowLeft: () => move(-1),
  m: () => $("model").classList.toggle("large"), Escape: () => $("model").classList.remove("large"),
  Home: () => go(at.answer, 0), End: () => go(at.answer, Infinity), j: () => goQuestion(1), k: () => goQuestion(-1),
  t: () => programs.length > 1 && showTable($("matrix").hidden),
};
function onKey(event) {
  if (event.target.id === "filter" || event.ctrlKey || event.altKey || event.metaKey || !actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
}
/* The question that the address names, else the first that is worst. */
function start() {
  const m = /^#(?:(\d+):)?(\d+)(?:\.(\d+))?$/.exec(location.hash);
  const p = m ? (m[1] || 1) - 1 : programs.indexOf([...programs].sort((x, y) => rank(x) - rank(y))[0]);
  if (m && programs[p] && programs[p].answers[m[2] - 1]) goProgram(p, m[2] - 1, (m[3] || 1) - 1);
  else goProgram(programs[p] ? p : 0);
}

$("overview").onclick = actions.t;
$("model").onclick = actions.m;
$("first").onclick = actions.Home;
$("previous").onclick = actions.p;
$("next").onclick = actions.n;
$("last").onclick = actions.End;
$("filter").oninput = showQuestions;
addEventListener("keydown", onKey);
addEventListener("hashchange", start);
start();
