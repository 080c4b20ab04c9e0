import { isStampAddress } from '../../../core/answers/service-address.ts';
import { SETTING_WORDS } from '../../../ui-text/settings/rows.ts';
import {
  NO_STAMP_ADDRESS,
  STAMP_ADDRESS,
  STAMP_ADDRESS_BEGINS,
} from '../../../ui-text/settings/stamp-service.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { SettingRow } from './SettingRow.tsx';
import type { Setting } from './setting-kinds.tsx';

const WORDS = SETTING_WORDS.privacy.stampService;

/** The service that stamps reports: off until one is entered. */
export const stampServiceSetting: Setting = {
  name: 'stampService',
  label: WORDS.label,
  searchText: `${WORDS.label} ${WORDS.sentence}`,
  row: (
    <SettingRow name="stampService" {...WORDS} wide>
      {({ value, set }) => (
        <TextField
          label={STAMP_ADDRESS}
          value={value}
          placeholder={STAMP_ADDRESS_BEGINS}
          check={(text) => (text.trim() === '' || isStampAddress(text.trim()) ? null : NO_STAMP_ADDRESS)}
          onCommit={(text) => {
            set(text.trim());
            return null;
          }}
        />
      )}
    </SettingRow>
  ),
};
