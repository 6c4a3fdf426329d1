import { operationPaths } from './operation-paths.ts';

test('root fields stand at their response names', () => {
  expect(operationPaths('query($a:String){blocks{blocks{hash}} it:block(hash:$a){hash}}', 0)).toEqual([
    ['blocks'],
    ['it'],
  ]);
});

test('entities stand at each representation, each field once', () => {
  const operation =
    'query($representations:[_Any!]!){_entities(representations:$representations){__typename ...on Item{balance sum:sent}...on Other{balance}}}';
  expect(operationPaths(operation, 2)).toEqual([
    ['_entities', 0, 'balance'],
    ['_entities', 0, 'sum'],
    ['_entities', 1, 'balance'],
    ['_entities', 1, 'sum'],
  ]);
});

test('never more than a hundred', () => {
  const operation = 'query($r:[_Any!]!){_entities(representations:$r){...on Item{balance sent}}}';
  expect(operationPaths(operation, 1_000)).toHaveLength(100);
});
