import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { endChat, mailTranscript, type ChatFormResult } from '../chat/chat-actions.ts';
import { checkForm, type ChatFieldProblems } from '../chat/form.ts';
import { useChat, useSession, useTexts } from './context.ts';
import { useEscape } from './escape.ts';
import { Field } from '../composer/field.tsx';
import { Icon } from './icon.tsx';
import type { Sheet as SheetName } from './menu.tsx';

type Props = { onClose: () => void };

/** The sheet below the conversation: ending the chat, or sending its transcript. */
export function ConfirmSheet({ sheet, onClose }: Props & { sheet: SheetName }) {
  return sheet === 'end' ? <EndSheet onClose={onClose} /> : <TranscriptSheet onClose={onClose} />;
}

/** A sheet below the conversation. It takes the focus, and Escape closes it. */
function Sheet({ label, onClose, children }: Props & { label: string; children: preact.ComponentChildren }) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    sheet.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, []);
  useEscape(onClose);
  return (
    <section ref={sheet} class="question" aria-label={label}>
      {children}
    </section>
  );
}

function ProblemText({ outcome }: { outcome: ChatFormResult }) {
  const texts = useTexts();
  if (!outcome?.problem) return null;
  return (
    <p class="problem" role="alert">
      <Icon name="alert" size={18} />
      {texts.problem[outcome.problem]}
    </p>
  );
}

function EndSheet({ onClose }: Props) {
  const session = useSession();
  const texts = useTexts();
  const [outcome, setOutcome] = useState<ChatFormResult>(null);
  // When the chat has ended this sheet disappears, perhaps before the answer arrives; another one may be open by then.
  const end = async () => setOutcome(await endChat(session));
  return (
    <Sheet label={texts.endQuestion} onClose={onClose}>
      <p>{texts.endQuestion}</p>
      <ProblemText outcome={outcome} />
      <div class="pair">
        <button type="button" class="primary" onClick={() => void end()}>
          {texts.endYes}
        </button>
        <button type="button" class="secondary" onClick={onClose}>
          {texts.endNo}
        </button>
      </div>
    </Sheet>
  );
}

function TranscriptSheet({ onClose }: Props) {
  const session = useSession();
  const texts = useTexts();
  const { chat } = useChat();
  const [email, setEmail] = useState(chat.visitor?.email ?? '');
  const [complaints, setComplaints] = useState<ChatFieldProblems>({});
  const [outcome, setOutcome] = useState<ChatFormResult>(null);
  const [isSent, setSent] = useState(false);
  const handleSubmit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkForm([{ field: 'email', required: true }], { email });
    setComplaints(found);
    if (found.email) return;
    const result = await mailTranscript(session, email.trim());
    setOutcome(result);
    setComplaints(result?.complaints ?? {});
    setSent(result === null);
  };
  if (isSent)
    return (
      <Sheet key="sent" label={texts.transcript} onClose={onClose}>
        <p role="status">{texts.transcriptSent(email)}</p>
        <button type="button" class="secondary" onClick={onClose}>
          {texts.ok}
        </button>
      </Sheet>
    );
  return (
    <Sheet label={texts.transcript} onClose={onClose}>
      <form class="form" noValidate onSubmit={(event) => void handleSubmit(event)}>
        <Field
          name="email"
          label={texts.transcriptTo}
          isRequired
          value={email}
          complaint={complaints.email}
          isFirst
          onInput={setEmail}
        />
        <ProblemText outcome={outcome} />
        <div class="pair">
          <button type="submit" class="primary">
            {texts.transcriptSend}
          </button>
          <button type="button" class="secondary" onClick={onClose}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
