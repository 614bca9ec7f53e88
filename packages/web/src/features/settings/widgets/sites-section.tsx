import { FormSection } from '#shared/ui/layout/form-section.tsx';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { firstInvalidSite, readSites } from './site-list.ts';
import classes from '../widgets.module.css';

type Props = {
  /** As typed, one site per line. */
  value: string;
  isBad: boolean;
  /** The text that explains an empty list. */
  any: string;
  onChange: (sites: string) => void;
};

/** The sites that may show a widget or form. */
export function SitesSection({ value, isBad, any, onChange }: Props) {
  const { t } = useTranslation('settings');
  const sites = readSites(value);
  const bad = firstInvalidSite(sites);
  return (
    <FormSection title={t('chat.sites')} hint={t('chat.sites-hint')}>
      <Textarea
        aria-label={t('chat.sites')}
        value={value}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        placeholder="https://shop.example"
        error={isBad && bad !== undefined && t('chat.site-bad', { site: bad })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {sites.length === 0 && <p className={classes['dim']}>{any}</p>}
    </FormSection>
  );
}
