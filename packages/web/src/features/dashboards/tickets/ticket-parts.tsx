import { type MediaId, type TicketDashboard, TICKET_PARTS, type TicketPart } from '@trunkline/contract';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { useTranslation } from 'react-i18next';
import { BarList } from '../bar-list.tsx';
import classes from '../dashboards.module.css';
import type { Opens } from '../figure-tile.tsx';

type Props = {
  parts: TicketDashboard['parts'];
  opens: (part: TicketPart, id: number | null) => Opens;
};

/** Created tickets by department, channel, category and priority. */
export function TicketParts({ parts, opens }: Props) {
  const { t } = useTranslation(['dashboards', 'shared']);
  const mediaOf = (id: number) => t(`shared:media.${id}`);
  return (
    <div className={classes['parts']}>
      {TICKET_PARTS.map((part) => (
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
