import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginSetUp, confirmSetUp, type SecondFactor, type AuthenticatorSetup } from './api.ts';
import { CodeForm } from './code-form.tsx';
import { PresentForm } from './present-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './second-factor.module.css';

type Step =
  | { name: 'present' }
  | { name: 'scan'; setUp: AuthenticatorSetup }
  | { name: 'codes'; codes: string[] };
type Props = { factor: SecondFactor; onDone: () => void };

/** Sets up a second factor: password, authenticator app, recovery codes. Nothing changes before the app's first code is confirmed. */
export function SetUpSteps({ factor, onDone }: Props) {
  const { t } = useTranslation('auth/second-factor');
  const [step, setStep] = useState<Step>({ name: 'present' });
  if (step.name === 'codes') return <RecoveryCodes codes={step.codes} onDone={onDone} />;
  if (step.name === 'present')
    return (
      <div className={classes['step']}>
        {factor.has_password && <p>{t('present')}</p>}
        <PresentForm
          hasPassword={factor.has_password}
          submitLabel={t('continue')}
          onPresent={async (password) => setStep({ name: 'scan', setUp: await beginSetUp(password) })}
        />
      </div>
    );
  const { qr, secret, uri } = step.setUp;
  return (
    <div className={classes['step']}>
      <p>{t('scan')}</p>
      <img
        className={classes['qr']}
        alt={t('qr')}
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`}
      />
      <p className={classes['dim']}>
        {t('by-hand')} <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <a className={classes['link']} href={uri}>
        {t('open-app')}
      </a>
      {factor.enabled_at !== null && <p className={classes['dim']}>{t('in-use')}</p>}
      <CodeForm
        label={t('app-code')}
        hint={t('app-code-hint')}
        submitLabel={t('confirm')}
        onCode={async (code) => setStep({ name: 'codes', codes: await confirmSetUp(code) })}
      />
    </div>
  );
}
