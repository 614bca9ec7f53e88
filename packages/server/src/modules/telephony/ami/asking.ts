import { randomUUID } from 'node:crypto';
import { AmiError } from './errors.ts';
import { writeAction, type AmiAction, type AmiMessage } from './message.ts';

type Answer = { answer: AmiMessage; entries: AmiMessage[] };
type Asked = {
  isList: boolean;
  entries: AmiMessage[];
  done: (answer: Answer) => void;
  fail: (error: AmiError) => void;
};

const ANSWER_MS = 10_000;

/** The actions that wait for their response; responses are matched by ActionID. */
export function createAsking(write: (text: string) => void) {
  const waiting = new Map<string, Asked>();
  // The gateway sends events about an action to every connection, so our ids must be unique.
  const own = `trunkline-${randomUUID()}`;
  let count = 0;

  function ask(action: AmiAction, isList: boolean): Promise<Answer> {
    count += 1;
    const id = typeof action['ActionID'] === 'string' ? action['ActionID'] : `${own}-${count}`;
    return new Promise<Answer>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        waiting.delete(id);
        settle();
      };
      const fail = (error: AmiError) => end(() => reject(error));
      const timer = setTimeout(() => fail(new AmiError('late')), ANSWER_MS);
      waiting.set(id, { isList, entries: [], done: (answer) => end(() => resolve(answer)), fail });
      write(writeAction(action, id));
    });
  }

  function answered(asked: Asked, answer: AmiMessage): void {
    if (answer.get('Response') === 'Error') asked.fail(new AmiError('failed', answer.get('Message')));
    else if (!asked.isList) asked.done({ answer, entries: [] });
  }

  function listed(asked: Asked, entry: AmiMessage): void {
    // The last event of a list only marks its end.
    if (entry.get('EventList') === undefined) asked.entries.push(entry);
    else asked.done({ answer: entry, entries: asked.entries });
  }

  return {
    /** An action that has an `ActionID` keeps it, so that later events about it can be recognised. @throws AmiError */
    ask: async (action: AmiAction): Promise<AmiMessage> => (await ask(action, false)).answer,
    /** @throws AmiError */
    list: async (action: AmiAction): Promise<AmiMessage[]> => (await ask(action, true)).entries,

    /** Whether the message is a response to an action of ours; otherwise it is an event, perhaps caused by one. */
    take(message: AmiMessage): boolean {
      // The event about a call that we originated has a field named Response as well.
      const isAnswer = message.get('Response') !== undefined && message.get('Event') === undefined;
      const asked = waiting.get(message.get('ActionID') ?? '');
      if (asked && isAnswer) answered(asked, message);
      else if (asked?.isList) listed(asked, message);
      return isAnswer || asked?.isList === true;
    },

    /** Fails all actions that still wait. */
    fail(error: AmiError): void {
      for (const asked of [...waiting.values()]) asked.fail(error);
    },
  };
}
