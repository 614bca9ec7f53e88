import { call } from '#shared/api/call.ts';
import { errorCode } from '#shared/api/api-error.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { shortDate } from '#shared/lib/format.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { linkIdentity, listIdentities, unlinkIdentity, type ResponseOf } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import profile from '../profile-page.module.css';
import { useFailureText } from '../use-failure-text.ts';
import { RefusedNotice } from './refused-notice.tsx';

type Identity = ResponseOf<typeof listIdentities>['data'][number];

const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => call(listIdentities, { signal }).then((answer) => answer.data),
});

/** The single sign-on accounts linked to the signed-in user; renders nothing where the workspace has no provider. */
export function IdentitiesSection() {
  const { t } = useTranslation('auth/providers');
  const { refused } = useSearch({ from: '/shell/profile' });
  const { data } = useQuery(identitiesQuery);
  if (!data || data.length === 0) return null;
  return (
    <FormSection title={t('title')} hint={t('hint')}>
      <RefusedNotice why={refused} />
      <ul className={profile['rows']}>
        {data.map((identity) => (
          <Row key={identity.provider_id} identity={identity} />
        ))}
      </ul>
    </FormSection>
  );
}

function Row({ identity: { provider_id: id, name, linked_at: since } }: { identity: Identity }) {
  const { t } = useTranslation('auth/providers');
  const failureText = useFailureText();
  const showError = (error: unknown) => {
    const code = errorCode(error);
    const own = {
      conflict: 'only_way',
      last_administrator: 'last_administrator',
      provider_unreachable: 'provider_unreachable',
    }[code as string];
    toast(own ? t(`failed.${own}`) : failureText(error), { kind: 'failed' });
  };
  const link = useMutation({
    mutationFn: () => call(linkIdentity, { params: { id }, body: {} }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: showError,
  });
  const unlink = useMutation({
    mutationFn: () => call(unlinkIdentity, { params: { id } }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey });
      toast(t('unlinked', { name }));
    },
    onError: showError,
  });
  const act = since === null ? link : unlink;
  return (
    <li className={profile['row']}>
      <div className={profile['main']}>
        <span className={profile['name']}>{name}</span>
        <div className={profile['dim']}>
          {since === null ? t('not-linked') : t('linked', { when: shortDate(since) })}
        </div>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={act.isPending}
        aria-label={t(since === null ? 'link-label' : 'unlink-label', { name })}
        onClick={() => act.mutate()}
      >
        {t(since === null ? 'link' : 'unlink')}
      </Button>
    </li>
  );
}
