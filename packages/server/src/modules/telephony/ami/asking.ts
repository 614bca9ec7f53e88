import { randomUUID } from 'node:crypto';
import { AmiError } from './errors.ts';
import { writeAction, type AmiAction, type AmiMessage } from './message.ts';

type Answer = { answer: AmiMessage; entries: AmiMessage[] };
type PendingAction = {
  isList: boolean;
  entries: AmiMessage[];
  done: (answer: Answer) => void;
  fail: (error: AmiError) => void;
};

/** Requests to the gateway, and their answers. */
export type AmiRequests = {
  /**
   * Returns the response. An `ActionID` of the action is kept, so that later events about it can be recognised. @throws AmiError
   */
  ask(action: AmiAction): Promise<AmiMessage>;
  /** Returns the entries of a list, without the last message, which only marks its end. @throws AmiError */
  list(action: AmiAction): Promise<AmiMessage[]>;
  /** Handles a message that belongs to an action, and returns whether it did; all other messages are events. */
  handleAnswer(message: AmiMessage): boolean;
  /** Rejects all actions that are not answered yet, because the connection has ended. */
  fail(error: AmiError): void;
};

const ANSWER_MS = 10_000;

/** Keeps track of the actions that are not answered yet; responses are matched by the id that was sent with each action. */
export function createAmiRequests(write: (text: string) => void): AmiRequests {
  const waiting = new Map<string, PendingAction>();
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

  function answered(asked: PendingAction, answer: AmiMessage): void {
    if (answer.get('Response') === 'Error') asked.fail(new AmiError('failed', answer.get('Message')));
    else if (!asked.isList) asked.done({ answer, entries: [] });
  }

  function listed(asked: PendingAction, entry: AmiMessage): void {
    // The last event of a list only marks its end.
    if (entry.get('EventList') === undefined) asked.entries.push(entry);
    else asked.done({ answer: entry, entries: asked.entries });
  }

  return {
    ask: async (action) => (await ask(action, false)).answer,
    list: async (action) => (await ask(action, true)).entries,

    handleAnswer(message) {
      // The outcome of a call that we originated is an event that contains a field `Response`.
      const isAnswer = message.get('Response') !== undefined && message.get('Event') === undefined;
      const asked = waiting.get(message.get('ActionID') ?? '');
      if (asked && isAnswer) answered(asked, message);
      else if (asked?.isList) listed(asked, message);
      return isAnswer || asked?.isList === true;
    },

    fail(error) {
      for (const asked of [...waiting.values()]) asked.fail(error);
    },
  };
}
