import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { useSession } from '#shared/api/session.ts';
import { Select, TextInput } from '@mantine/core';
import {
  currentDayIn,
  TICKET_NUMBER_DATES,
  TICKET_NUMBER_DIGITS,
  ticketNumber,
  type TicketNumberFormat,
} from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SectionProps } from './app-sections.tsx';
import classes from '../settings.module.css';

const { min, max } = TICKET_NUMBER_DIGITS;
const DIGITS = Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
const SAMPLE = '100042';

/** The format of ticket numbers, with an example. */
export function TicketNumberSection({ form, problems, change }: SectionProps) {
  const { t } = useTranslation('settings');
  const { config } = useSession();
  const [today] = useState(() => currentDayIn(config.time_zone, Date.now()));
  const format = form.ticket_number;
  const set = (patch: Partial<TicketNumberFormat>) => change({ ticket_number: { ...format, ...patch } });
  return (
    <FormSection title={t('number.title')} hint={t('number.hint')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('number.prefix')}
          description={t('number.prefix-hint')}
          value={format.prefix}
          maxLength={6}
          spellCheck={false}
          autoComplete="off"
          error={problems.has('ticket_number') && t('number.prefix-bad')}
          onChange={(event) => set({ prefix: event.currentTarget.value.trim().toUpperCase() })}
        />
        <Select
          label={t('number.date')}
          value={format.date}
          data={TICKET_NUMBER_DATES.map((value) => ({ value, label: t(`number.dates.${value}`) }))}
          allowDeselect={false}
          onChange={(date) => date && set({ date })}
        />
        <Select
          label={t('number.digits')}
          description={t('number.digits-hint')}
          value={String(format.digits)}
          data={DIGITS}
          allowDeselect={false}
          onChange={(digits) => digits && set({ digits: Number(digits) })}
        />
        <p className={classes['dim']} role="status">
          {t('number.example', { number: ticketNumber(format, SAMPLE, today) })}
        </p>
      </div>
    </FormSection>
  );
}
