import { Button } from '@mantine/core';
import classes from './stale-table.module.css';

type Row = { key: string | number; name: string; now: string; mine: string };
type Props = {
  /** Who was faster, or that somebody was. */
  title: string;
  /** What is saved now beside what was typed; none where they are the same. */
  rows: readonly Row[];
  words: {
    field: string;
    now: string;
    mine: string;
    empty: string;
    nothingElse: string;
    apply: string;
    take: string;
  };
  onApply: () => void;
  onTake: () => void;
};

/** Somebody was faster: what is saved now beside what was typed, and whose shall stand. */
export function StaleTable({ title, rows, words, onApply, onTake }: Props) {
  return (
    <div className={classes['stale']} role="alert">
      <strong>{title}</strong>
      {rows.length === 0 ? (
        <p>{words.nothingElse}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{words.field}</span>
              </th>
              <th scope="col">{words.now}</th>
              <th scope="col">{words.mine}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, now, mine }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td data-empty={now === '' || undefined}>{now || words.empty}</td>
                <td data-empty={mine === '' || undefined}>{mine || words.empty}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={classes['actions']}>
        {rows.length > 0 && (
          <Button size="xs" onClick={onApply}>
            {words.apply}
          </Button>
        )}
        <Button size="xs" variant="default" onClick={onTake}>
          {words.take}
        </Button>
      </div>
    </div>
  );
}
