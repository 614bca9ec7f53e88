import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { seeAs, SEEING_MINUTES, type Person } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from './users.module.css';

/** Shows the workspace as this user sees it; the page is reloaded for that. */
export function SeeAs({ person: { id, is_active: isActive } }: { person: Person }) {
  const { t } = useTranslation('people/users');
  const { can, user } = useSession();
  const see = useMutation({
    mutationFn: () => call(seeAs, { params: { id } }),
    onSuccess: () => globalThis.location.assign('/'),
    onError: (error) =>
      toast(t(errorCode(error) === 'not_grantable' ? 'see-as.holds-more' : 'see-as.failed'), {
        kind: 'failed',
      }),
  });
  if (!isActive || id === user.id || !can('USERS:SEE_AS')) return null;
  return (
    <div className={classes['part']}>
      <h3>{t('see-as.title')}</h3>
      <p className={classes['dim']}>{t('see-as.hint', { minutes: SEEING_MINUTES })}</p>
      <div className={classes['actions']}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
          loading={see.isPending || see.isSuccess}
          onClick={() => see.mutate()}
        >
          {t('see-as.action')}
        </Button>
      </div>
    </div>
  );
}
