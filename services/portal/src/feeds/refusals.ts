import { Refusal } from '#/http/refusal.ts';

export function refusedParameter(message: string): Refusal {
  return new Refusal(400, 'VALIDATION_ERROR', message);
}

export function notFound(message: string): Refusal {
  return new Refusal(404, 'NOT_FOUND', message);
}
