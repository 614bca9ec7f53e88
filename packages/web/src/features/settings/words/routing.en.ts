const texts = {
  title: 'Routing',
  hint: 'How waiting conversations are assigned. Set skills under Skills, and each agent’s capacity under Users.',
  ring: 'Relax skill level every',
  'ring-hint':
    'The longer a customer waits, the lower the required level, until any agent of the department can take it.',
  priority: 'Priority step',
  'priority-hint':
    'Each higher priority counts as this many seconds of extra waiting. 0: only waiting time counts.',
  return: 'Prefer last agent within',
  'return-hint': '0 turns this off.',
  weights: 'Channel weights',
  'weights-hint': 'How much of an agent’s capacity one conversation uses. A call uses all of it.',
};

export default texts;
