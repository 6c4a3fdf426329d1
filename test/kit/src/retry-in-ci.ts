import { jest } from '@jest/globals';

// One test of thousands that meets a bad moment of a busy machine must not throw away a whole run. The first failure is printed
// with its reason, and the run ends by naming every test that needed its second try: such a test is a bug to mend.
if (process.env.CI === 'true') jest.retryTimes(1, { logErrorsBeforeRetry: true });
