import { reasonWords } from '#shared/api/api-error.ts';
import { call } from '#shared/api/call.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { configQuery, useSession } from '#shared/api/session.ts';
import { upload } from '#shared/api/upload.ts';
import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button, FileButton, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { LOGO_LIMITS, removeLogo, uploadLogo, type Branding } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import classes from '../settings.module.css';

/** The organisation's logo; saved as soon as it is chosen. */
export function LogoSection() {
  const { t } = useTranslation('settings');
  const { config } = useSession();
  const done = ({ logo }: Branding, said: 'logo.saved' | 'logo.removed'): void => {
    queryClient.setQueryData(configQuery.queryKey, { ...config, logo });
    queryClient.removeQueries({ queryKey: ['branding'] });
    toast(t(said));
  };
  const put = useMutation({
    mutationFn: (file: File) => upload(uploadLogo, file),
    onSuccess: ({ data }) => done(data, 'logo.saved'),
  });
  const remove = useMutation({
    mutationFn: () => call(removeLogo),
    onSuccess: ({ data }) => done(data, 'logo.removed'),
    onError: () => toast(t('failed'), { kind: 'failed' }),
  });
  return (
    <FormSection title={t('logo.title')} hint={t('logo.hint')}>
      <div className={classes['fields']}>
        {config.logo !== null && (
          <div className={classes['logos']}>
            {(['light', 'dark'] as const).map((look) => (
              <div key={look} className={classes['logo']} data-look={look}>
                <img src={config.logo ?? ''} alt={t(`logo.on-${look}`)} />
              </div>
            ))}
          </div>
        )}
        {put.isError && <Notice kind="failed">{reasonWords(put.error) ?? t('failed')}</Notice>}
        <Group gap={8}>
          <FileButton accept={LOGO_LIMITS.types.join(',')} onChange={(file) => file && put.mutate(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={put.isPending}>
                {t(config.logo === null ? 'logo.upload' : 'logo.replace')}
              </Button>
            )}
          </FileButton>
          {config.logo !== null && (
            <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('logo.remove')}
            </Button>
          )}
        </Group>
        <p className={classes['dim']}>{t('logo.limits')}</p>
      </div>
    </FormSection>
  );
}
