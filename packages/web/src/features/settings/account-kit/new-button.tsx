import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

/** Opens the form of a new record beside the list. */
export function NewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="xs" leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
