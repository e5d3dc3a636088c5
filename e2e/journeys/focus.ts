/** Where the focus is, seen from a control, and so which key a person presses to get to it. */
export type Whereabouts = { here: boolean; key: string; isShown: boolean; on: string };

/**
 * Runs in the page. Tab goes from control to control; inside of what is one stop of Tab (a menu, tabs, radios, the
 * options of a list) the arrows go on.
 */
export function whereabouts(target: Element): Whereabouts {
  const GROUP = '[role=menu], [role=tablist], [role=radiogroup], [role=listbox], [role=toolbar]';
  const control = target instanceof HTMLLabelElement ? (target.control ?? target) : target;
  const active = document.activeElement ?? document.body;
  const led = active.getAttribute('aria-activedescendant');
  const current = (led && document.getElementById(led)) || active;
  const isBefore = (current.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const group = control.closest(GROUP);
  const isRadioBeside =
    control instanceof HTMLInputElement &&
    control.type === 'radio' &&
    active instanceof HTMLInputElement &&
    active.type === 'radio' &&
    active.name === control.name;
  const isInGroup = group !== null && (group.contains(current) || active.getAttribute('aria-controls') === group.id);
  const isAcross = group?.getAttribute('role') === 'tablist' || group?.getAttribute('role') === 'toolbar';
  const arrow = isAcross ? (isBefore ? 'ArrowLeft' : 'ArrowRight') : isBefore ? 'ArrowUp' : 'ArrowDown';
  return {
    here: current === control || active === control,
    key: isRadioBeside || isInGroup ? arrow : isBefore ? 'Shift+Tab' : 'Tab',
    isShown: active.matches(':focus-visible'),
    on: `${active.tagName.toLowerCase()} "${active.getAttribute('aria-label') ?? active.textContent?.trim().slice(0, 40) ?? ''}"`,
  };
}
