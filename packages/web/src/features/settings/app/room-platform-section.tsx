import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Select } from '@mantine/core';
import { CALL_PLATFORMS, type WorkspaceSettings, type CallPlatform } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { SectionProps } from './app-sections.tsx';
import classes from '../settings.module.css';

const GIVEN = 'given';
type Choice = CallPlatform | typeof GIVEN;

/** The platform for new calls: those that are configured on the server can be chosen, for the others it says what is missing. */
export function RoomPlatformSection({ form, change, config }: SectionProps & { config: WorkspaceSettings }) {
  const { t } = useTranslation('settings');
  const { available, default: given } = config.room_platform;
  const chosen = form.room_platform;
  const missing = CALL_PLATFORMS.filter((one) => !available.includes(one));
  const choices: { value: Choice; label: string; disabled?: boolean }[] = [
    { value: GIVEN, label: t('recording.given', { policy: t(`platform.names.${given}`) }) },
    ...CALL_PLATFORMS.map((value) => ({
      value,
      label: t(`platform.names.${value}`),
      disabled: missing.includes(value),
    })),
  ];
  return (
    <FormSection title={t('platform.title')} hint={t('platform.hint')}>
      <div className={classes['fields']}>
        <Select
          label={t('platform.label')}
          value={chosen ?? GIVEN}
          data={choices}
          allowDeselect={false}
          onChange={(value) => value && change({ room_platform: value === GIVEN ? null : value })}
        />
        {chosen !== null && missing.includes(chosen) && (
          <Notice kind="warning">
            {t('platform.lost', { used: t(`platform.names.${given}`), name: t(`platform.names.${chosen}`) })}
          </Notice>
        )}
        {missing.map((one) => (
          <p key={one} className={classes['dim']}>
            {t('platform.missing', { name: t(`platform.names.${one}`), variable: VARIABLES[one] })}
          </p>
        ))}
      </div>
    </FormSection>
  );
}

const VARIABLES: Record<CallPlatform, string> = {
  embedded: '',
  daily: 'DAILY_API_KEY',
  cloudflare: 'CLOUDFLARE_ROOM_URL',
};
