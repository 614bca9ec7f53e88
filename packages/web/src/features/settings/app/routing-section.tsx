import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Select } from '@mantine/core';
import { WEIGHED_MEDIA, WEIGHT_MAX, type MediaId, type RoutingSettings } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { SectionProps } from './app-sections.tsx';
import { RangeInput } from '../range-input.tsx';
import classes from '../settings.module.css';

const WEIGHTS = Array.from({ length: WEIGHT_MAX }, (_, index) => String(index + 1));

/** How conversations are routed to agents, and their capacity. */
export function RoutingSection({ form, problems, change }: SectionProps) {
  const { t } = useTranslation('settings');
  const { t: shared } = useTranslation('shared');
  const { routing } = form;
  const set = (patch: Partial<RoutingSettings>) => change({ routing: { ...routing, ...patch } });
  const weightOf = (id: MediaId) => routing.weights.find((each) => each.media_id === id)?.weight ?? 1;
  const weigh = (id: MediaId, weight: number) => {
    const others = routing.weights.filter((each) => each.media_id !== id);
    // A weight of 1 is the default, so it is not stored.
    set({ weights: weight === 1 ? others : [...others, { media_id: id, weight }] });
  };
  return (
    <FormSection title={t('routing.title')} hint={t('routing.hint')}>
      <div className={classes['fields']}>
        <RangeInput
          field="routing.ring_seconds"
          label={t('routing.ring')}
          hint={t('routing.ring-hint')}
          unit={t('app.seconds')}
          value={routing.ring_seconds}
          problems={problems}
          onChange={(value) => set({ ring_seconds: value })}
        />
        <RangeInput
          field="routing.priority_seconds"
          label={t('routing.priority')}
          hint={t('routing.priority-hint')}
          unit={t('app.seconds')}
          value={routing.priority_seconds}
          problems={problems}
          onChange={(value) => set({ priority_seconds: value })}
        />
        <RangeInput
          field="routing.return_days"
          label={t('routing.return')}
          hint={t('routing.return-hint')}
          unit={t('app.days')}
          value={routing.return_days}
          problems={problems}
          onChange={(value) => set({ return_days: value })}
        />
        <div role="group" aria-label={t('routing.weights')}>
          <p className={classes['label']}>{t('routing.weights')}</p>
          <p className={classes['dim']}>{t('routing.weights-hint')}</p>
          <div className={classes['policies']}>
            {WEIGHED_MEDIA.map((id) => (
              <Select
                key={id}
                label={shared(`media.${id}`)}
                value={String(weightOf(id))}
                allowDeselect={false}
                data={WEIGHTS}
                onChange={(weight) => weigh(id, Number(weight))}
              />
            ))}
          </div>
        </div>
      </div>
    </FormSection>
  );
}
