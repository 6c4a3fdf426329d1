import { EnvironmentPage } from '#/quick-start/environment-page.tsx';
import { KeyStep } from '#/quick-start/key-step.tsx';
import { DownloadStep } from './download-step.tsx';

export function DownloadPage() {
  return (
    <EnvironmentPage title="Download" intro="Statements for spreadsheets, databases and tax programs.">
      {({ environment, value }) => (
        <>
          <KeyStep environment={environment} value={value} />
          <DownloadStep value={value} />
        </>
      )}
    </EnvironmentPage>
  );
}
