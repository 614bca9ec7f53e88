import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The field for the user name on the pages before signing in; it takes the focus. */
export function UsernameField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('auth');
  return (
    <TextInput
      label={t('login.username')}
      size="md"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      required
      withAsterisk={false}
    />
  );
}
