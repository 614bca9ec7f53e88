import { useLanguage } from '#shared/lib/language.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Select, TextInput } from '@mantine/core';
import { COUNTRIES, LANGUAGES, LIMITS } from '@trunkline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppField, AppForm } from './app-form.ts';
import { RangeInput } from '../range-input.tsx';
import classes from '../settings.module.css';
import { TIME_ZONES } from '#shared/lib/time-zones.ts';

export type SectionProps = {
  form: AppForm;
  problems: ReadonlySet<AppField>;
  change: (patch: Partial<AppForm>) => void;
};

/** Name, country, time zone and language of the organisation. */
export function OrganisationSection({ form, problems, change }: SectionProps) {
  const { t } = useTranslation('settings');
  const countries = useCountries();
  return (
    <FormSection title={t('app.organisation')} hint={t('app.organisation-hint')}>
      <div className={classes['fields']}>
        <TextInput
          label={t('app.name')}
          value={form.organisation}
          maxLength={LIMITS.name}
          error={problems.has('organisation') && t('required')}
          onChange={(event) => change({ organisation: event.currentTarget.value })}
        />
        <Select
          label={t('app.zone')}
          value={form.time_zone}
          data={TIME_ZONES.includes(form.time_zone) ? TIME_ZONES : [form.time_zone, ...TIME_ZONES]}
          error={problems.has('time_zone') && t('app.zone-bad')}
          searchable
          limit={60}
          onChange={(zone) => zone && change({ time_zone: zone })}
        />
        <Select
          label={t('app.language')}
          value={form.default_language}
          data={LANGUAGES.map((value) => ({ value, label: t(`app.languages.${value}`) }))}
          onChange={(language) => language && change({ default_language: language })}
        />
        <Select
          label={t('app.country')}
          description={t('app.country-hint')}
          value={form.home_country}
          data={countries}
          searchable
          limit={60}
          onChange={(country) => country && change({ home_country: country })}
        />
      </div>
    </FormSection>
  );
}

/** Returns all countries, sorted by their names in the user's language. */
function useCountries() {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
    return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((one, other) =>
      one.label.localeCompare(other.label, language),
    );
  }, [language]);
}

/** How long a returning customer reopens a ticket, and how long an offer lasts. */
export function TicketsSection({ form, problems, change }: SectionProps) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('app.tickets')} hint={t('app.tickets-hint')}>
      <div className={classes['fields']}>
        <RangeInput
          field="reopen_window_hours"
          label={t('app.reopen')}
          hint={t('app.reopen-hint')}
          unit={t('app.hours')}
          value={form.reopen_window_hours}
          problems={problems}
          onChange={(value) => change({ reopen_window_hours: value })}
        />
        <RangeInput
          field="offer_seconds"
          label={t('app.offer')}
          hint={t('app.offer-hint')}
          unit={t('app.seconds')}
          value={form.offer_seconds}
          problems={problems}
          onChange={(value) => change({ offer_seconds: value })}
        />
      </div>
    </FormSection>
  );
}

/** Rules for passwords and sessions. */
export function AccessSection({ form, problems, change }: SectionProps) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('app.access')} hint={t('app.access-hint')}>
      <div className={classes['fields']}>
        <RangeInput
          field="password_min_length"
          label={t('app.length')}
          unit={t('app.characters')}
          value={form.password_min_length}
          problems={problems}
          onChange={(value) => change({ password_min_length: value })}
        />
        <RangeInput
          field="password_max_age_days"
          label={t('app.age')}
          hint={t('app.age-hint')}
          unit={t('app.days')}
          value={form.password_max_age_days}
          problems={problems}
          onChange={(value) => change({ password_max_age_days: value })}
        />
        <RangeInput
          field="session_hours"
          label={t('app.session')}
          unit={t('app.hours')}
          value={form.session_hours}
          problems={problems}
          onChange={(value) => change({ session_hours: value })}
        />
      </div>
    </FormSection>
  );
}
