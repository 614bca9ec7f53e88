import { useTranslation } from 'react-i18next';
import type { WaitingMessages } from '@trunkline/contract';
import { useReference } from '#shared/api/session.ts';
import { number } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { Since } from '../since.tsx';
import classes from './floor.module.css';

/** Customers whose messages nobody has taken, longest waiting first. */
export function WaitingPart({ waiting }: { waiting: readonly WaitingMessages[] }) {
  const { t } = useTranslation('monitoring/floor');
  const { t: shared } = useTranslation('shared');
  const { data: reference } = useReference();
  const departmentOf = (id: number) => reference?.departments.find((one) => one.id === id)?.name ?? '';
  return (
    <section className={classes['part']}>
      <h2>{t('waiting.title')}</h2>
      {waiting.length === 0 && <p className={classes['quiet']}>{t('waiting.none')}</p>}
      {waiting.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('waiting.channel')}</th>
              <th scope="col">{t('waiting.department')}</th>
              <th scope="col" data-figure>
                {t('waiting.total')}
              </th>
              <th scope="col" data-figure>
                {t('waiting.oldest')}
              </th>
            </tr>
          </thead>
          <tbody>
            {waiting
              .toSorted((a, b) => a.oldest_at.localeCompare(b.oldest_at))
              .map(({ media_id: media, department_id: department, total, oldest_at: oldest }) => (
                <tr key={`${media} ${department}`}>
                  <th scope="row">
                    <MediaGlyph media={media} label={false} /> {shared(`media.${media}`)}
                  </th>
                  <td dir="auto">{departmentOf(department)}</td>
                  <td data-figure>{number(total)}</td>
                  <td data-figure>
                    <Since at={oldest} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
