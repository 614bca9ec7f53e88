import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { useSession } from '#shared/api/session.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { updateAppConfig } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { AUDIT_STATE, useAuditState } from './api.ts';
import classes from './audit.module.css';

const YEAR = 365;
const CHOICES = [90, 180, YEAR, 2 * YEAR, 3 * YEAR, 5 * YEAR, 7 * YEAR, 10 * YEAR];
const FOREVER = 'forever';

/** How long entries are kept, for whoever may change it. */
export function KeepField() {
  const { t } = useTranslation('audit');
  const { can } = useSession();
  const { data } = useAuditState();
  const save = useMutation({
    mutationFn: (days: number | null) => call(updateAppConfig, { body: { audit_keep_days: days } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: AUDIT_STATE });
      toast(t('keep-saved'));
    },
    onError: () => toast(t('keep-failed'), { kind: 'failed' }),
  });
  if (!data || !can('CONFIG_APP:EDIT')) return null;
  const { keep_days: days } = data;
  const offered =
    days === null || CHOICES.includes(days) ? CHOICES : [...CHOICES, days].toSorted((a, b) => a - b);
  const inWords = (count: number): string =>
    count % YEAR === 0 ? t('keep-years', { count: count / YEAR }) : t('keep-days', { count });
  return (
    <label className={classes['keep']}>
      {t('keep')}
      <Select
        size="xs"
        className={classes['kept'] ?? ''}
        data={[
          { value: FOREVER, label: t('keep-forever') },
          ...offered.map((count) => ({ value: String(count), label: inWords(count) })),
        ]}
        disabled={save.isPending}
        value={days === null ? FOREVER : String(days)}
        onChange={(value) => value !== null && save.mutate(value === FOREVER ? null : Number(value))}
      />
    </label>
  );
}
