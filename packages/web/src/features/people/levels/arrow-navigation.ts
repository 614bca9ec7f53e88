const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const boxesIn = (within: Element): HTMLInputElement[] => [
  ...within.querySelectorAll<HTMLInputElement>('input[type=checkbox]:not(:disabled)'),
];

/** Lets the arrow keys move the focus between the checkboxes of a table: within a row, and to the next row with one in that column. */
export function moveFocusByArrows(table: HTMLTableElement | null): (() => void) | undefined {
  if (!table) return undefined;
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const from = event.target;
    if (!step || !(from instanceof HTMLInputElement)) return;
    event.preventDefault();
    nextBox(table, from, step)?.focus();
  };
  table.addEventListener('keydown', move);
  return () => table.removeEventListener('keydown', move);
}

function nextBox(
  table: HTMLTableElement,
  from: HTMLInputElement,
  [down, right]: readonly [down: number, right: number],
): HTMLInputElement | undefined {
  const row = from.closest('tr');
  const column = from.closest('td, th');
  if (!row || !column) return undefined;
  if (right !== 0) return boxesIn(row)[boxesIn(row).indexOf(from) + right];
  const rows = [...table.rows];
  const ahead = down > 0 ? rows.slice(row.rowIndex + 1) : rows.slice(0, row.rowIndex).toReversed();
  const index = [...row.children].indexOf(column);
  return ahead.flatMap(({ children }) => (children[index] ? boxesIn(children[index]).slice(0, 1) : []))[0];
}
