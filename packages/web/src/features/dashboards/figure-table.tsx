import plain from '#shared/listing/plain-table.module.css';
import type { ReactNode } from 'react';
import classes from './dashboards.module.css';
import { Figure, type FigureTarget } from './figure-tile.tsx';

type NamedRow = {
  key: string | number;
  name: ReactNode;
  /** The definition of the figure, shown as a tooltip. */
  what?: string;
};
/** `label` names what the figure opens, for screen readers. */
type FigureCell = { text: string; opens?: FigureTarget; label?: string };

type Props = {
  title: string;
  /** Head of the first column, which names the rows. */
  head: string;
  columns: readonly NamedRow[];
  rows: readonly (NamedRow & { cells: readonly FigureCell[] })[];
  total?: { name: string; cells: readonly FigureCell[] };
  note?: string;
};

/** A table of figures, each with a link to the records it counts. */
export function FigureTable({ title, head, columns, rows, total, note }: Props) {
  return (
    <section className={classes['part']}>
      <h2>{title}</h2>
      <div className={plain['wide']} tabIndex={0} role="region" aria-label={title}>
        <table className={`${plain['table']} ${plain['pinned']}`}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map(({ key, name, what }) => (
                <th key={key} scope="col" data-figure title={what}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key: row, name, what, cells }) => (
              <tr key={row} title={what}>
                <th scope="row">{name}</th>
                {columns.map(({ key }, index) => (
                  <td key={key} data-figure>
                    <Figure opens={cells[index]?.opens} label={cells[index]?.label ?? ''}>
                      {cells[index]?.text ?? '–'}
                    </Figure>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr>
                <th scope="row">{total.name}</th>
                {columns.map(({ key }, index) => (
                  <td key={key} data-figure>
                    <Figure opens={total.cells[index]?.opens} label={total.cells[index]?.label ?? ''}>
                      {total.cells[index]?.text ?? '–'}
                    </Figure>
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {note !== undefined && <p className={classes['dim']}>{note}</p>}
    </section>
  );
}
