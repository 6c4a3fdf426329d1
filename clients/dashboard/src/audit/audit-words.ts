const WORDS: Record<string, string> = {
  'key.create': 'Created an API key',
  'key.change': 'Changed an API key',
  'key.rotate': 'Rotated an API key',
  'key.revoke': 'Revoked an API key',
  'key.allow-sending': 'Let an API key send transactions',
  'key.forbid-sending': 'Took an API key’s permission to send',
  'team.create': 'Founded the team',
  'team.rename': 'Renamed the team',
  'team.delete': 'Deleted the team',
  'team.set-plan': 'Changed the plan',
  'member.add': 'Added a member',
  'member.remove': 'Removed a member',
  'member.leave': 'Left the team',
  'member.set-role': 'Changed a member’s role',
  'invitation.create': 'Invited somebody',
  'invitation.cancel': 'Withdrew an invitation',
  'invitation.accept': 'Accepted an invitation',
  'invitation.decline': 'Declined an invitation',
  'webhook.create': 'Created a webhook',
  'webhook.change': 'Changed a webhook',
  'webhook.delete': 'Deleted a webhook',
  'webhook.rotate-secret': 'Rotated the secret of a webhook',
  'webhook.test': 'Sent a test event',
  'webhook.replay': 'Sent events again',
};

/** An unknown action stays readable: `plan.change` becomes `Plan change`. */
export function actionWords(action: string): string {
  const words = WORDS[action] ?? action.replace(/[.\-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function detailWords(details: Record<string, unknown>): { name: string; value: string }[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && String(value) !== '')
    .map(([name, value]) => ({
      name: name.replace(/([A-Z])/g, ' $1').toLowerCase(),
      value: wordOf(value),
    }));
}

function wordOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
