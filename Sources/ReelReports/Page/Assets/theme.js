/** Light, dark, or as the system has it. */
function listenToTheme() {
  const buttons = document.querySelectorAll("[data-theme-choice]");
  const choose = (theme) => {
    if (theme === "auto") document.documentElement.removeAttribute("data-theme");
    else document.documentElement.setAttribute("data-theme", theme);
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === theme));
    }
  };
  for (const button of buttons) {
    button.addEventListener("click", () => choose(button.dataset.themeChoice));
  }
  choose("auto");
  document.documentElement.classList.add("scripted");
}

listenToTheme();
