import { Link } from '@tanstack/react-router';
import { METRICS, type MetricCode } from '@trunkline/contract';
import { figureChange } from '#shared/charts/figure-change.ts';
import { percentPoints } from '#shared/lib/format.ts';
import { languageStore } from '#shared/lib/language.ts';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';
import page from '#shared/ui/layout/figure-page.module.css';
import { useTranslation } from 'react-i18next';
import classes from './dashboards.module.css';
import { figureText } from './figure-text.ts';

/** What a figure opens: a list of tickets, a report, or the records on this page. */
export type FigureTarget =
  | { desk: DeskSearch }
  | { report: string; search: object }
  | { show: () => void }
  | undefined;

type TileProps = {
  name: string;
  /** The definition of the figure. */
  what: string;
  text: string;
  /** Undefined where nothing is compared. */
  before: string | undefined;
  /** The change since the period before: of a share in points, else relative; null where there is nothing to compare with. */
  change: number | null;
  isShare?: boolean;
  opens: FigureTarget;
};

/** A figure with its definition, its value in the period before, and a link to its records. */
export function Tile({ name, what, text, before, change, isShare = false, opens }: TileProps) {
  const { t } = useTranslation('dashboards');
  const share = new Intl.NumberFormat(languageStore.get(), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  });
  return (
    <div title={what}>
      <dt>{name}</dt>
      <dd>
        <Figure opens={opens} label={t('open', { figure: name })}>
          {text}
        </Figure>
      </dd>
      {before !== undefined && (
        <dd className={page['before']}>
          <span>{t('before', { value: before })}</span>{' '}
          {change !== null && (
            <span>({isShare ? t('points', { change: percentPoints(change) }) : share.format(change)})</span>
          )}
        </dd>
      )}
    </div>
  );
}

type Props = {
  metric: MetricCode;
  value: number | null;
  before?: number | null | undefined;
  opens: FigureTarget;
};

export function FigureTile({ metric, value, before, opens }: Props) {
  const { t } = useTranslation('dashboards');
  return (
    <Tile
      name={t(`metric.${metric}.name`)}
      what={t(`metric.${metric}.what`)}
      text={figureText(metric, value)}
      before={before === undefined ? undefined : figureText(metric, before)}
      change={figureChange(metric, value, before)}
      isShare={METRICS[metric] === 'ratio'}
      opens={opens}
    />
  );
}

/** A figure that opens the records it counts; `label` names them for screen readers. */
export function Figure({ opens, label, children }: { opens: FigureTarget; label: string; children: string }) {
  if (!opens || children === '–') return children;
  const name = `${children}, ${label}`;
  if ('desk' in opens)
    return (
      <Link to="/tickets" search={opens.desk} className={classes['figure']} aria-label={name}>
        {children}
      </Link>
    );
  if ('report' in opens)
    return (
      <Link to={opens.report} search={opens.search as never} className={classes['figure']} aria-label={name}>
        {children}
      </Link>
    );
  return (
    <button type="button" className={classes['figure']} aria-label={name} onClick={opens.show}>
      {children}
    </button>
  );
}
