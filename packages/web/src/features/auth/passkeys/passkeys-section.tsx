import { exactTime, shortDate } from '#shared/lib/format.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { listPasskeys, Passkey, ResponseOf } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import profile from '../profile-page.module.css';
import { useFailureText } from '../use-failure-text.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { forgetPasskey, passkeysQuery } from './api.ts';
import classes from './passkeys.module.css';

type Passkeys = ResponseOf<typeof listPasskeys>;

/** The signed-in user's passkeys, or the reason why this page cannot create any. */
export function PasskeysSection() {
  const { t } = useTranslation('auth/passkeys');
  const passkeys = useQuery(passkeysQuery);
  return (
    <FormSection title={t('title')} hint={t('hint')}>
      {passkeys.isPending && <Skeletons rows={1} height={44} />}
      {passkeys.isError && <ErrorState error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
      {passkeys.data && <Present passkeys={passkeys.data} />}
    </FormSection>
  );
}

function Present({ passkeys }: { passkeys: Passkeys }) {
  const { t } = useTranslation('auth/passkeys');
  const [isAdding, setAdding] = useState(false);
  const { data, rp_id: here, unavailable, has_password: hasPassword } = passkeys;
  const obstacle = whyUnavailable(here);
  return (
    <div className={classes['part']}>
      {data.length > 0 && (
        <ul className={profile['rows']}>
          {data.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} here={here} />
          ))}
        </ul>
      )}
      {unavailable !== null && <Notice>{t(`unavailable.${unavailable}`)}</Notice>}
      {unavailable === null && obstacle && <Notice>{t(obstacle, { here })}</Notice>}
      {unavailable === null && !obstacle && (
        <>
          {data.length === 0 && <p>{t('none')}</p>}
          <div>
            <Button variant="default" size="xs" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          </div>
        </>
      )}
      {isAdding && <AddPasskeyDialog hasPassword={hasPassword} onClose={() => setAdding(false)} />}
    </div>
  );
}

/** Returns why this page cannot create passkeys: the browser lacks them, or its address is not the workspace's own. */
function whyUnavailable(here: string | null): 'unsupported' | 'elsewhere' | null {
  if (!browserSupportsWebAuthn()) return 'unsupported';
  return here !== null && here !== window.location.hostname ? 'elsewhere' : null;
}

function Row({ passkey, here }: { passkey: Passkey; here: string | null }) {
  const { t } = useTranslation('auth/passkeys');
  const failureText = useFailureText();
  const { id, name, created_at: made, last_used_at: used, rp_id: address, is_usable: isUsable } = passkey;
  const remove = useMutation({
    mutationFn: () => forgetPasskey(id),
    onSuccess: () => toast(t('removed', { name })),
    onError: (error) => toast(failureText(error), { kind: 'failed' }),
  });
  return (
    <li className={profile['row']}>
      <div className={profile['main']}>
        <span className={profile['name']}>{name}</span>
        <div className={profile['dim']} title={exactTime(used ?? made)}>
          {t('created-at', { when: shortDate(made) })} ·{' '}
          {used === null ? t('never-used') : t('used-at', { when: shortDate(used) })}
        </div>
        {!isUsable && (
          <div className={classes['unusable']}>
            {here === null ? t('unusable-nowhere', { address }) : t('unusable', { address, here })}
          </div>
        )}
      </div>
      <Button
        variant="default"
        size="xs"
        loading={remove.isPending}
        aria-label={t('remove-label', { name })}
        onClick={() => remove.mutate()}
      >
        {t('remove')}
      </Button>
    </li>
  );
}
