import { exactTime, shortDate } from '#shared/lib/format.ts';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { ErrorState } from '#shared/ui/states/error-state.tsx';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { renewCodes, secondFactorQuery, disableSecondFactor, type SecondFactor } from './api.ts';
import { PresentForm } from './present-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';
import { SetUpSteps } from './set-up.tsx';

/** Shows whether the signed-in user's account has a second factor, and its settings. */
export function SecondFactorSection() {
  const { t } = useTranslation('auth/second-factor');
  const factor = useQuery(secondFactorQuery);
  return (
    <FormSection title={t('title')} hint={t('hint')}>
      {factor.isPending && <Skeletons rows={1} height={44} />}
      {factor.isError && <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />}
      {factor.data && <Present factor={factor.data} />}
    </FormSection>
  );
}

type PasswordPurpose = 'set-up' | 'codes' | 'turn-off';

function Present({ factor }: { factor: SecondFactor }) {
  const { t } = useTranslation('auth/second-factor');
  const [asked, setAsked] = useState<PasswordPurpose | null>(null);
  const close = () => setAsked(null);
  const { enabled_at: since, recovery_codes: left, rule } = factor;
  return (
    <div className={classes['step']}>
      {since === null ? (
        <p>{t('off')}</p>
      ) : (
        <p title={exactTime(since)}>
          {t('on', { when: shortDate(since) })} {t('codes-left', { count: left })}.
          {rule === 'required' && ` ${t('required')}`}
        </p>
      )}
      <div className={classes['actions']}>
        <Button variant="default" size="xs" onClick={() => setAsked('set-up')}>
          {t(since === null ? 'set-up' : 'other-app')}
        </Button>
        {since !== null && (
          <Button variant="default" size="xs" onClick={() => setAsked('codes')}>
            {t('new-codes')}
          </Button>
        )}
        {since !== null && rule !== 'required' && (
          <Button variant="default" size="xs" onClick={() => setAsked('turn-off')}>
            {t('turn-off')}…
          </Button>
        )}
      </div>
      {asked === 'set-up' && (
        <Dialog title={t('title')} onClose={close}>
          <SetUpSteps
            factor={factor}
            onDone={() => {
              close();
              toast(t('enabled'));
            }}
          />
        </Dialog>
      )}
      {asked === 'codes' && <NewCodes factor={factor} onClose={close} />}
      {asked === 'turn-off' && <TurnOff factor={factor} onClose={close} />}
    </div>
  );
}

type DialogProps = { factor: SecondFactor; onClose: () => void };

function NewCodes({ factor, onClose }: DialogProps) {
  const { t } = useTranslation('auth/second-factor');
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog title={t('new-codes')} onClose={onClose}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <div className={classes['step']}>
          <PresentForm
            hasPassword={factor.has_password}
            submitLabel={t('continue')}
            onPresent={async (password) => setCodes(await renewCodes(password))}
          />
        </div>
      )}
    </Dialog>
  );
}

function TurnOff({ factor, onClose }: DialogProps) {
  const { t } = useTranslation('auth/second-factor');
  return (
    <Dialog title={t('turn-off-title')} onClose={onClose}>
      <div className={classes['step']}>
        <p>{t('turn-off-hint')}</p>
        <PresentForm
          hasPassword={factor.has_password}
          submitLabel={t('turn-off')}
          color="red"
          onPresent={async (password) => {
            await disableSecondFactor(password);
            onClose();
            toast(t('turned-off'));
          }}
        />
      </div>
    </Dialog>
  );
}
