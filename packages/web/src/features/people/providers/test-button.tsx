import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { lookUpProvider, type ProviderDiscovery } from './api.ts';
import classes from './providers.module.css';

/** Fetches the provider's configuration and shows what was found. */
export function TestButton({ issuer }: { issuer: string }) {
  const { t } = useTranslation('people/providers');
  const test = useMutation({ mutationFn: () => lookUpProvider(issuer) });
  const isEmpty = issuer.trim() === '';
  return (
    <div className={classes['mapping']}>
      <div>
        <Button
          variant="default"
          size="xs"
          disabled={isEmpty}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('test')}
        </Button>{' '}
        {isEmpty && t('test-first')}
      </div>
      {test.isError && <Notice kind="failed">{t('failed.invalid')}</Notice>}
      {test.data && <Result found={test.data} />}
    </div>
  );
}

function Result({ found }: { found: ProviderDiscovery }) {
  const { t } = useTranslation('people/providers');
  if (found.fault !== null) return <Notice kind="failed">{t(`fault.${found.fault}`)}</Notice>;
  return (
    <Notice kind="done">
      {t('found')} {t(found.ends_sessions ? 'ends-sessions' : 'keeps-sessions')}{' '}
      {t(found.sends_logouts ? 'sends-logouts' : 'no-logouts')}
      {found.scopes.length > 0 && ` ${t('scopes-offered', { scopes: found.scopes.join(' ') })}`}
      {found.claims.length > 0 && ` ${t('claims-offered', { claims: found.claims.join(', ') })}`}
    </Notice>
  );
}
