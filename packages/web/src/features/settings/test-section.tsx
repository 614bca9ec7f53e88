import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './settings.module.css';

type Props = {
  title: string;
  hint: string;
  running: string;
  test: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'mutate'>;
  /** Whether the typed settings are complete enough to be tested. */
  isReady?: boolean;
  /** The sentence shown where the test itself could not run. */
  failure: string | false;
  /** The result of the test. */
  children: ReactNode;
};

/** A button that tests a connection, and the result. */
export function TestSection({ title, hint, running, test, isReady = true, failure, children }: Props) {
  const { t } = useTranslation('settings');
  const why = useId();
  return (
    <FormSection title={title} hint={hint}>
      <div className={classes['test']}>
        <Button
          variant="default"
          loading={test.isPending}
          disabled={!isReady}
          aria-describedby={isReady ? undefined : why}
          onClick={() => test.mutate()}
        >
          {title}
        </Button>
        {!isReady && (
          <span id={why} className={classes['dim']}>
            {t('test-not-ready')}
          </span>
        )}
        {test.isPending && (
          <span className={classes['dim']} role="status">
            {running}
          </span>
        )}
        {children}
        {failure && <Notice kind="failed">{failure}</Notice>}
      </div>
    </FormSection>
  );
}
