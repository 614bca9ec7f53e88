import { Button, Group, Radio, Stack } from '@mantine/core';
import { linkKind, type LinkKind } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#shared/ui/dialogs/dialog.tsx';
import { useOpenTicket } from '../page/ticket-context.ts';
import { FoundLine, TicketFinder, type FoundTicket } from './ticket-finder.tsx';
import { useLinks } from './use-links.ts';

/** Links the open ticket to another, as related, as its parent, or as its subticket. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('tickets/relations');
  const { ticket, history } = useOpenTicket().detail;
  const actions = useLinks(ticket);
  const [other, setOther] = useState<FoundTicket | null>(null);
  const [kind, setKind] = useState<LinkKind>('related');

  async function submit(): Promise<void> {
    if (other && (await actions.link(other, kind))) onClose();
  }

  return (
    <Dialog title={t('linkDialog.title')} onClose={onClose} width={520}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <TicketFinder
            suggested={history}
            suggestedFor={ticket.customer_name}
            without={[ticket.id, ...(other ? [other.id] : [])]}
            onPick={setOther}
          />
          {other && <FoundLine ticket={other} />}
          <Radio.Group
            label={t('linkDialog.kind')}
            value={kind}
            onChange={(value) => setKind(linkKind.parse(value))}
          >
            <Stack gap="xs" mt="xs">
              {linkKind.options.map((one) => (
                <Radio key={one} value={one} label={t(`linkDialog.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" disabled={!other} loading={actions.busy}>
              {t('linkDialog.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
