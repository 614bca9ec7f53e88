/** The words of calls that customers ask for. */
const callBack = {
  title: 'Call backs',
  state: {
    waiting: 'Asked for',
    ringing: 'Waiting for a free agent',
    calling: 'Being called',
    done: 'Called back',
    missed: 'Missed',
    cancelled: 'Cancelled',
  },
  at: 'At {{time}}',
  again: 'Tried {{count}} times, again at {{time}}',
  reason: {
    nobody: 'Nobody was free',
    declined: 'It did not suit the customer',
    not_reached: 'The customer was not reached',
    called_again: 'The customer got through by calling again',
  },
  by: 'Called back by {{name}}',
  callNow: 'Call now',
  cancel: 'Cancel',
  none: 'No call is promised.',
  promise: 'Promise a call',
  promiseTitle: 'Promise a call by telephone',
  number: 'Number',
  when: 'When',
  whenHint: 'Left empty: as soon as somebody is free. At most 14 days ahead.',
  move: 'Move',
  moveTitle: 'Call at another time',
  leaveIt: 'Leave it',
  badTime: 'Choose a time in the future, at most 14 days ahead.',
  failed: 'That did not work. Try again.',
};

export default callBack;
