const texts = {
  name: {
    '1': 'Offline',
    '2': 'Messages only',
    '3': 'On break',
    '6': 'Ready',
    '7': 'Ringing',
    '11': 'In a call',
    '18': 'In a call',
    wrap_up: 'Wrap-up',
    missed_call: 'Missed call',
  },
  wrapUp: {
    timed: 'Not receiving calls. Ready in {{time}}',
    untimed: 'Not receiving calls until you are Ready',
    missed: 'You missed a call. No more calls until you are Ready',
    end: 'End wrap-up',
    back: 'I’m Ready',
    longer: 'Add 1 minute',
    failed: 'Couldn’t change your wrap-up.',
  },
};

export default texts;
