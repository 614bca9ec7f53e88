import {
  Media,
  SERVICE_PERIODS,
  type MediaId,
  type ServiceLevel,
  type ServiceRule,
} from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { durationText, number, percent } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { percentOf } from './service.ts';
import classes from './floor.module.css';

/** The share of calls answered in time, in the current half hour and today. */
export function ServicePart({ service, rule }: { service: readonly ServiceLevel[]; rule: ServiceRule }) {
  const { t } = useTranslation('monitoring/floor');
  const { t: shared } = useTranslation('shared');
  const media = [...new Set(service.map(({ media_id: id }) => id))];
  const nameOf = (id: MediaId) => (id === Media.voiceCall ? t('service.telephone') : shared(`media.${id}`));
  return (
    <section className={classes['part']}>
      <h2
        title={t('service.what', {
          target: durationText(rule.target_seconds),
          short: durationText(rule.short_abandon_seconds),
        })}
      >
        {t('service.title', { target: durationText(rule.target_seconds) })}
      </h2>
      {media.length === 0 && <p className={classes['quiet']}>{t('service.none')}</p>}
      {media.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('waiting.channel')}</th>
              {SERVICE_PERIODS.map((period) => (
                <th key={period} scope="col" data-figure>
                  {t(`service.${period}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {media.map((id) => (
              <tr key={id}>
                <th scope="row">
                  <MediaGlyph media={id} label={false} /> {nameOf(id)}
                </th>
                {SERVICE_PERIODS.map((period) => (
                  <Level
                    key={period}
                    one={service.find((row) => row.media_id === id && row.period === period)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Level({ one }: { one: ServiceLevel | undefined }) {
  const { t } = useTranslation('monitoring/floor');
  const share = one && percentOf([one]);
  if (!one || typeof share !== 'number') return <td data-figure>–</td>;
  const { within_target: within, offered, abandoned } = one;
  return (
    <td data-figure title={t('service.abandoned', { count: abandoned })}>
      {percent(share / 100)}{' '}
      <small>{t('service.of', { within: number(within), offered: number(offered) })}</small>
    </td>
  );
}
