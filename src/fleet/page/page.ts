import { config } from '@vscode/l10n';
import { FleetPage } from './fleetPage';
import './page.css';

const translations = document.getElementById('l10n')?.textContent.trim() ?? '';
if (translations !== '') config({ contents: translations });
customElements.define('fleet-page', FleetPage);
