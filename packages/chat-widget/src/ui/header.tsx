import { useChat, useSession, useTexts } from './context.ts';
import { Icon } from './icon.tsx';
import { Menu, type Sheet } from './menu.tsx';

type Props = { isCompact: boolean; isAway: boolean; onSheet: (sheet: Sheet) => void };

/** The name of the company or agent. Large with the greeting before a chat, small during it. */
export function Header({ isCompact, isAway, onSheet }: Props) {
  const { settings, language, chat } = useChat();
  const texts = useTexts();
  const agent = chat.status === 'active' ? chat.agent_name : null;
  if (!settings || isCompact)
    return (
      <header class="header">
        {settings?.logo && agent === null ? (
          <img class="initial" src={settings.logo} alt="" />
        ) : (
          settings && <AgentInitial name={agent ?? settings.organisation} isOnline={agent !== null} />
        )}
        <Names title={agent ?? settings?.title[language] ?? texts.chat} isAgent={agent !== null} />
        {settings && <Menu onSheet={onSheet} />}
        <CloseButton />
      </header>
    );
  return (
    <>
      <header class="header hero">
        <Names title={settings.title[language]} isAgent={false} />
        <CloseButton />
      </header>
      <p class="greeting">{isAway ? texts.offlineTitle : settings.greeting[language]}</p>
    </>
  );
}

function Names({ title, isAgent }: { title: string; isAgent: boolean }) {
  const { settings } = useChat();
  const texts = useTexts();
  const presence = settings && (settings.is_online ? texts.online : texts.away);
  return (
    <div class="header-names">
      <h1 id="title">{title}</h1>
      <p>{isAgent ? texts.agentRole : presence}</p>
    </div>
  );
}

function CloseButton() {
  const { post } = useSession();
  const texts = useTexts();
  return (
    <button
      type="button"
      class="tool"
      aria-label={texts.close}
      title={texts.close}
      onClick={() => post({ trunkline: 'close' })}
    >
      <Icon name="close" />
    </button>
  );
}

export function AgentInitial({ name, isOnline = false }: { name: string; isOnline?: boolean }) {
  return (
    <span class={isOnline ? 'initial online' : 'initial'} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '·'}
    </span>
  );
}
