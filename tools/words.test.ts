import { expect, test } from 'vitest';
import { tellTaleWords } from './words.ts';

test.each([
  ['server/src/a.ts', '// Whoever calls this waits.', ['Whoever']],
  ['server/src/a.ts', '/** A limit of so\n * many calls. */', ['so\n * many']],
  ['server/src/a.ts', 'x(); // Of no use. What is left stays.', ['Of', 'What']],
  ['README.md', '- Such rows stay.\n', ['Such']],
  ['web/src/a.copy.ts', "title: 'Call somebody'", ['somebody']],
  ['web/src/a.copy.ts', "text: 'An e-mail says 40 % of it'", ['e-mail', '0 %']],
  ['server/migrations/0001-a.sql', '-- nobody reads this', ['nobody']],
  ['server/test/a.test.ts', "test('what is paid is kept', () => {", ['what is paid is kept']],
])('finds the tell-tale words of %s in %j', (file, text, words) => {
  expect(tellTaleWords(file, text).map((finding) => finding.words)).toEqual(words);
});

test('ignores code, names and questions on a screen', () => {
  const text = "const user = 'nobody'; run('setpriv', `nobody`); title: 'What happened?'";
  expect(tellTaleWords('server/src/a.ts', text)).toEqual([]);
  expect(tellTaleWords('server/test/a.test.ts', "email: 'nobody@example.com', path: 'users/nobody'")).toEqual([]);
});
