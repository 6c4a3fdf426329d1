const NAME_LENGTH_MAX = 64;

export function teamNameProblem(name: string): string | null {
  if (name.trim() === '') return 'Give the team a name';
  return name.trim().length > NAME_LENGTH_MAX ? `At most ${NAME_LENGTH_MAX} characters` : null;
}
