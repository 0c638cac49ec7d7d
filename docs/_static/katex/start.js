// Formulas are set when a page is there: MyST writes TeX between \( \) and \[ \] into elements of class math.
addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll(".math")) {
    const text = element.textContent.trim();
    const display = text.startsWith("\\[");
    katex.render(text.replace(/^\\[[(]|\\[\])]$/g, ""), element, { displayMode: display, throwOnError: false });
  }
});
