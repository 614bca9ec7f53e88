import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { configQuery } from '#shared/api/session.ts';
import { useLanguage } from '#shared/lib/language.ts';
import { TIME_ZONES } from '#shared/lib/time-zones.ts';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  COUNTRIES,
  isTimeZone,
  LANGUAGES,
  LIMITS,
  updateWorkspaceSettings,
  type WorkspaceSettings,
  onOneLine,
} from '@trunkline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SetupFrame } from '../setup-frame.tsx';
import { useRefusal } from '../use-refusal.ts';
import classes from '../setup.module.css';
import { useStep } from './use-step.ts';

/** The default name of a workspace. */
const NO_NAME = 'Trunkline';

/** Sets the organisation's name, time zone and country. */
export function OrganisationStep() {
  const config = useQuery(configQuery);
  if (config.isError) return <ErrorState isPage error={config.error} onRetry={() => void config.refetch()} />;
  return config.data ? <OrganisationForm config={config.data} /> : <Skeletons rows={6} />;
}

function OrganisationForm({ config }: { config: WorkspaceSettings }) {
  const { t } = useTranslation('first-run');
  const language = useLanguage();
  const refusal = useRefusal();
  const countries = useCountries();
  const isNew = config.organisation === NO_NAME;
  const [form, setForm] = useState(() => ({
    organisation: isNew ? '' : config.organisation,
    time_zone: isNew ? ownZone(config.time_zone) : config.time_zone,
    default_language: isNew ? language : config.default_language,
    home_country: isNew ? ownCountry(config.home_country) : config.home_country,
  }));
  const [isTried, setTried] = useState(false);
  const step = useStep('department', async () => {
    const { data } = await call(updateWorkspaceSettings, { body: form });
    queryClient.setQueryData(configQuery.queryKey, data);
  });
  const isMissing = onOneLine(form.organisation) === '';
  return (
    <SetupFrame title={t('organisation.title')} intro={t('organisation.intro')} step={2}>
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isMissing) step.submit();
        }}
      >
        {step.error && <Notice kind="failed">{refusal(step.error)}</Notice>}
        <TextInput
          label={t('organisation.name')}
          description={t('organisation.name-hint')}
          size="md"
          autoFocus
          maxLength={LIMITS.name}
          value={form.organisation}
          error={isTried && isMissing && t('required')}
          onChange={(event) => setForm({ ...form, organisation: event.currentTarget.value })}
        />
        <Select
          label={t('organisation.zone')}
          size="md"
          searchable
          limit={60}
          value={form.time_zone}
          data={TIME_ZONES.includes(form.time_zone) ? TIME_ZONES : [form.time_zone, ...TIME_ZONES]}
          onChange={(zone) => zone && setForm({ ...form, time_zone: zone })}
        />
        <div className={classes['pair']}>
          <Select
            label={t('organisation.language')}
            size="md"
            allowDeselect={false}
            value={form.default_language}
            data={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
            onChange={(value) => value && setForm({ ...form, default_language: value })}
          />
          <Select
            label={t('organisation.country')}
            size="md"
            searchable
            limit={60}
            value={form.home_country}
            data={countries}
            onChange={(value) => value && setForm({ ...form, home_country: value })}
          />
        </div>
        <Button type="submit" size="md" loading={step.isSaving}>
          {t('continue')}
        </Button>
      </form>
    </SetupFrame>
  );
}

/** Returns the time zone of this device, where the server knows it. */
function ownZone(other: string): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(own) ? own : other;
}

/**
 * Returns the country of this browser's language, such as ID for id-ID. If that country's time zones do not include this
 * device's, returns one whose do, because many people abroad use a browser in US English.
 */
function ownCountry(other: string): string {
  const { region = '' } = new Intl.Locale(navigator.language);
  const isHere = (country: string) => zonesOf(country).includes(ownZone(''));
  const here = isHere(region) ? region : COUNTRIES.find(isHere);
  return here ?? (COUNTRIES.includes(region) ? region : other);
}

type ZonedLocale = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/** Returns the time zones of a country; none in browsers that do not know them. */
function zonesOf(country: string): readonly string[] {
  if (!COUNTRIES.includes(country)) return [];
  const locale: ZonedLocale = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? [];
}

function useCountries() {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
    return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).toSorted((one, other) =>
      one.label.localeCompare(other.label, language),
    );
  }, [language]);
}
