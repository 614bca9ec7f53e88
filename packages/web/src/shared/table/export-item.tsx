import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The menu item that downloads the table's rows, as they are filtered, as a file. */
export function ExportItem({ href }: { href: string }) {
  const { t } = useTranslation('shared/table');
  return (
    <Menu.Item
      component="a"
      href={href}
      download
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
    >
      {t('export')}
    </Menu.Item>
  );
}
