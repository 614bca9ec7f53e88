import { useTranslation } from 'react-i18next';
import { totalOf, type ChartProps } from './chart-data.ts';
import classes from './charts.module.css';

/** The values of a chart as a table. While hidden it remains for screen readers and for print. */
export function ChartTable({
  kind,
  title,
  pointTitle,
  series,
  points,
  format,
  onOpen,
  isShown,
}: ChartProps & { isShown: boolean }) {
  const { t } = useTranslation('shared/charts');
  return (
    <div className={isShown ? classes['table'] : classes['read']} {...(isShown && { tabIndex: 0 })}>
      <table>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{pointTitle}</th>
            {series.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.key}>
              <th scope="row">{point.label}</th>
              {series.map((each) => {
                const value = point.values[each.key];
                if (typeof value !== 'number')
                  return (
                    <td key={each.key}>
                      <span aria-label={t('missing')}>–</span>
                    </td>
                  );
                return (
                  <td key={each.key}>
                    {isShown && onOpen ? (
                      <button
                        type="button"
                        className={classes['open']}
                        aria-label={`${format(value)}. ${t('open', { series: each.label, point: point.label })}`}
                        onClick={() => onOpen(point, each)}
                      >
                        {format(value)}
                      </button>
                    ) : (
                      format(value)
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {kind === 'stacked' && (
          <tfoot>
            <tr>
              <th scope="row">{t('total')}</th>
              {series.map(({ key, total = totalOf(points, key) }) => (
                <td key={key}>{total === null ? '–' : format(total)}</td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
