import {
  type MediaId,
  type TicketDashboard,
  TICKET_GROUPINGS,
  type TicketGrouping,
} from '@trunkline/contract';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { BarList } from '../bar-list.tsx';
import classes from '../dashboards.module.css';
import type { FigureTarget } from '../figure-tile.tsx';

type Props = {
  parts: TicketDashboard['parts'];
  opens: (part: TicketGrouping, id: number | null) => FigureTarget;
};

/** Created tickets by department, channel, category and priority. */
export function TicketParts({ parts, opens }: Props) {
  const { t } = useTranslation(['dashboards', 'shared']);
  const mediaOf = (id: number) => t(`shared:media.${id}`);
  return (
    <div className={classes['parts']}>
      {TICKET_GROUPINGS.map((part) => (
        <BarList
          key={part}
          title={t(`part.${part}`)}
          bars={parts[part].map(({ id, name, created }) => ({
            key: String(id),
            name: part === 'media' && id !== null ? mediaOf(id) : (name ?? t('none')),
            ...(part === 'media' &&
              id !== null && { mark: <MediaGlyph media={id as MediaId} label={false} /> }),
            count: created,
            opens: opens(part, id),
          }))}
        />
      ))}
    </div>
  );
}

type AgesProps = {
  ages: TicketDashboard['ages'];
  opens: (age: TicketDashboard['ages'][number]) => FigureTarget;
};

/** Open tickets by age. */
export function TicketAges({ ages, opens }: AgesProps) {
  const { t } = useTranslation('dashboards');
  return (
    <BarList
      title={t('ages')}
      bars={ages.map((age, index) => ({
        key: String(age.days),
        name: nameOf(t, age.days, ages[index + 1]?.days),
        count: age.open,
        opens: age.open > 0 ? opens(age) : undefined,
      }))}
    />
  );
}

function nameOf(t: TFunction<'dashboards'>, days: number, next: number | undefined): string {
  if (next === undefined) return t('age.over', { days });
  return days === 0 ? t('age.under') : t('age.between', { days, next });
}
