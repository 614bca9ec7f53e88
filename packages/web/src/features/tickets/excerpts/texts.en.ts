const texts = { note: 'Note:' };

export default texts;
