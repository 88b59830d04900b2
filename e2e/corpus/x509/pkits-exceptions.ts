const NO_POLICY_INPUTS =
  'starts from policies or flags that a caller demands (RFC 5280 6.1.1 c, e, f, g); the station has no such setting: it takes any policy and starts without flags';
const NO_DSA =
  'DSA is not among the algorithms of EN TS 119 312 that the station takes; here with 1,024 bits and SHA-1';

/** Cases that are not counted, by name, and why. */
export const PKITS_EXCEPTIONS: Readonly<Record<string, string>> = {
  valid_dsa_signatures_test4: NO_DSA,
  valid_dsa_parameter_inheritance_test5: NO_DSA,
  all_certs_same_policy_test1_with_constraint_mismatch: NO_POLICY_INPUTS,
  all_certificates_no_policies_test2_force_explicit: NO_POLICY_INPUTS,
  different_policies_test3_force_explicit: NO_POLICY_INPUTS,
  different_policies_test3_force_explicit_with_user_set: NO_POLICY_INPUTS,
  overlapping_policies_test6_with_testpol2: NO_POLICY_INPUTS,
  overlapping_policies_test6_with_testpol2_explicit: NO_POLICY_INPUTS,
  any_policy_test14_with_testpol2: NO_POLICY_INPUTS,
  valid_policy_mapping_test2_with_testpol2: NO_POLICY_INPUTS,
  valid_policy_mapping_test2_inhibit_mapping: NO_POLICY_INPUTS,
  valid_policy_mapping_test2_inhibit_mapping_testpol1: NO_POLICY_INPUTS,
  valid_policy_mapping_test3_with_testpol1: NO_POLICY_INPUTS,
  valid_policy_mapping_test5_with_testpol6: NO_POLICY_INPUTS,
  valid_policy_mapping_test6_with_testpol6: NO_POLICY_INPUTS,
  inhibit_any_policy_test3_initial_inhibit: NO_POLICY_INPUTS,
};
