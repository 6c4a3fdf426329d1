import { messageOf } from '@ledgergraph/dashboard-api/api-error';
import { notifications } from '@mantine/notifications';

export function notifyDone(message: string): void {
  notifications.show({ message, color: 'teal', withBorder: true });
}

/** For an action that has no form to show it in. */
export function notifyFailed(error: unknown): void {
  notifications.show({ title: 'This did not work', message: messageOf(error), color: 'red', withBorder: true });
}
